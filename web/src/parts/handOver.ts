/** Download a file, as if the person had followed a link to it. */
export function handOver(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  // some browsers read it only after the person has chosen a folder
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
