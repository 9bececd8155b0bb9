// What `exports` of a package.json leads to, whatever it comes to hold.

/** Each way through one entry of `exports`: { names of its conditions, the path at the end, perhaps with a star }. */
export const waysThrough = (target, names = []) =>
  typeof target === 'string'
    ? [{ names, path: target }]
    : Object.entries(target ?? {}).flatMap(([name, inner]) => waysThrough(inner, [...names, name]))

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The files (paths from the package's root) that `path` stands for: [file, what its star stands for]. */
export function filesOf(path, files) {
  const pattern = new RegExp(`^${path.replace(/^\.\//, '').split('*').map(escaped).join('(.+)')}$`)
  return files.flatMap((file) => {
    const match = pattern.exec(file)
    return match ? [[file, match[1] ?? '']] : []
  })
}
