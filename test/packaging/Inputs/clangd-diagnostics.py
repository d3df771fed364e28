"""Prints what a clangd says of a file: clangd-diagnostics.py COMMAND... FILE."""

import json
import subprocess
import sys


def send(server, method, params, **more):
    body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more})
    server.stdin.write("Content-Length: %d\r\n\r\n%s" % (len(body), body))
    server.stdin.flush()


def receive(server):
    length = 0
    for line in iter(server.stdout.readline, "\n"):
        if line.startswith("Content-Length:"):
            length = int(line.split(":")[1])
    return json.loads(server.stdout.read(length))


server = subprocess.Popen(
    sys.argv[1:-1], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
)
with open(sys.argv[-1]) as file:
    text = file.read()
document = {"uri": "file://" + sys.argv[-1], "languageId": "cpp", "version": 1, "text": text}
send(server, "initialize", {"processId": None, "rootUri": None, "capabilities": {}}, id=1)
send(server, "initialized", {})
send(server, "textDocument/didOpen", {"textDocument": document})
message = {}
while message.get("method") != "textDocument/publishDiagnostics":
    message = receive(server)
for diagnostic in message["params"]["diagnostics"]:
    line = diagnostic["range"]["start"]["line"] + 1
    print("%d: %s" % (line, diagnostic["message"]))
server.kill()
