/** What the tests use of two packages that say nothing of their types. */
declare module 'plist' {
  export function parse(text: string): unknown
}

declare module 'xcode' {
  interface Project {
    parseSync(): Project
    hash: { project: { rootObject: string; objects: Record<string, Record<string, unknown>> } }
  }
  export function project(file: string): Project
}
