/** From above this size, in bytes (100 MiB), a download is announced. */
const announcedDownload = 104_857_600;

/** Whether the download of an object of this size is announced; a folder's size is unknown. */
export function isAnnounced(size: number | undefined): boolean {
  return size !== undefined && size > announcedDownload;
}
