export const megabytes = (bytes: number) =>
  bytes > 0 && bytes < 5e3 ? '<0.01' : (bytes / 1e6).toFixed(bytes < 1e6 ? 2 : 1)
