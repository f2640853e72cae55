// Compiles Python's standard library, or Ludothek, for pages, by the very Python that runs there.
// So no page has to compile what it imports, which would take a phone seconds.
import { readFileSync, writeFileSync } from "node:fs";

import { loadPyodide } from "pyodide";

const { LIBRARY, COMPILED } = process.env;
const python = await loadPyodide();
python.FS.writeFile("/library.zip", readFileSync(LIBRARY));
python.runPython(`
import types, zipfile
from importlib._bootstrap_external import _code_to_timestamp_pyc as as_file

WHOLE = ("_pyodide/", "pyodide/", "reportlab/", "ludothek/")  # these may read their own descriptions; the others can do without

NOWHERE = 0b1_1111_000  # an entry of a table of lines: the next so many units of code, and one, stand on no line that is known

def bare(code):
    """Without the numbers of its lines, a third of what is sent: whoever looks for a fault does so at a server."""
    units = len(code.co_code) // 2
    lines = bytes([NOWHERE | 7]) * (units // 8) + bytes([NOWHERE | units % 8 - 1] if units % 8 else [])
    return code.replace(co_linetable=lines, co_consts=tuple(bare(one) if isinstance(one, types.CodeType) else one for one in code.co_consts))

with zipfile.ZipFile("/library.zip") as whole, zipfile.ZipFile("/compiled.zip", "w") as made:
    for file in whole.infolist():
        name, content = file.filename, whole.read(file)
        if name.endswith(".py"):
            code = compile(content, name, "exec", dont_inherit=True, optimize=0 if name.startswith(WHOLE) else 2)
            name, content = f"{name}c", bytes(as_file(bare(code)))
        made.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)
`);
writeFileSync(COMPILED, python.FS.readFile("/compiled.zip"));
