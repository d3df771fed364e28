/* C is compiled without the plugin. */
int part(void) { return 0; }
