/** The part of the WebAssembly API that is used here: the types of Node do not have it, and those of browsers bring the whole DOM. */
declare namespace WebAssembly {
  type Module = object
  type Memory = { readonly buffer: ArrayBuffer }
  type Imports = Record<string, Record<string, (...values: number[]) => number>>
  function compile(bytes: Uint8Array): Promise<Module>
  function instantiate(module: Module, imports: Imports): Promise<{ exports: object }>
}
