/** Copy a text, also over http: the Clipboard API needs https, which a server at home often lacks. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyTheOldWay(text);
  }
}

function copyTheOldWay(text: string): void {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
