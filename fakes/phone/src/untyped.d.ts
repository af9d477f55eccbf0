// The types of jsdom include the DOM, which conflicts with Node's types in everything compiled with this package.
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options: { runScripts: 'outside-only' })
    readonly window: unknown
  }
}
