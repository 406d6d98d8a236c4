/** Makes the browser save a text as a file. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const url = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type }) : content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after the click, so its address must stay valid for a while.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
