/** Types for two packages without their own, as far as the tests use them. */
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
