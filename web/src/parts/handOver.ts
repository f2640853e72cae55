/** Gives somebody a file, as if they had followed a link to it. */
export function handOver(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // some browsers fetch it only when the person has said where to
}
