/** The part of the WebAssembly API used here. Node's types lack it, and TypeScript's DOM library would add every browser API. */
declare namespace WebAssembly {
  type Module = object
  type Memory = { readonly buffer: ArrayBuffer }
  type Imports = Record<string, Record<string, (...values: number[]) => number>>
  function compile(bytes: Uint8Array): Promise<Module>
  function instantiate(module: Module, imports: Imports): Promise<{ exports: object }>
}
