// Compiles Python's standard library, or Ludothek, for pages, by the very Python that runs there.
// So no page has to compile what it imports, which would take a phone seconds.
import { readFileSync, writeFileSync } from "node:fs";

import { loadPyodide } from "pyodide";

const { LIBRARY, COMPILED } = process.env;
const python = await loadPyodide();
python.FS.writeFile("/library.zip", readFileSync(LIBRARY));
python.runPython(`
import zipfile
from importlib._bootstrap_external import _code_to_timestamp_pyc as as_file

WHOLE = ("_pyodide/", "pyodide/", "reportlab/", "ludothek/")  # these may read their own descriptions; the others can do without

with zipfile.ZipFile("/library.zip") as whole, zipfile.ZipFile("/compiled.zip", "w") as made:
    for file in whole.infolist():
        name, content = file.filename, whole.read(file)
        if name.endswith(".py"):
            code = compile(content, name, "exec", dont_inherit=True, optimize=0 if name.startswith(WHOLE) else 2)
            name, content = f"{name}c", bytes(as_file(code))
        made.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)
`);
writeFileSync(COMPILED, python.FS.readFile("/compiled.zip"));
