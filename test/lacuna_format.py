"""The test format of Lacuna's suites; a module, since lit's workers import it."""

import os
import shlex

import lit.formats
import lit.TestRunner


def quoted(path):
    """`path` as one word of the shell, escaped as a replacement for re.sub."""
    return shlex.quote(path).replace("\\", "\\\\")


class QuotingShTest(lit.formats.ShTest):
    """ShTest whose path substitutions survive blanks in the checkout's path."""

    def execute(self, test, lit_config):
        source = test.getSourcePath()
        temporary = lit.TestRunner.getTempPaths(test)[1] + ".tmp"
        paths = {
            "s": source,
            "S": os.path.dirname(source),
            "t": temporary,
        }
        extra = [
            (r"%" + letter + r"(?![a-zA-Z_])", quoted(path))
            for letter, path in paths.items()
        ]
        return lit.TestRunner.executeShTest(
            test, lit_config, self.execute_external, extra
        )
