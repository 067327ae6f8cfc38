/** Downloads larger than this many bytes (100 MiB) are announced. */
const announcedDownload = 104_857_600;

/** Whether a download of this size is announced; a folder's size is unknown. */
export function isAnnounced(size: number | undefined): boolean {
  return size !== undefined && size > announcedDownload;
}
