/** Whether a text is a server address without a path, such as https://console.example.net:9090. */
export function isHttpOrigin(text: string): boolean {
  const parts = /^https?:\/\/([^\s/?#@\\]+)\/?$/i.exec(text);
  return parts !== null && URL.canParse(text);
}
