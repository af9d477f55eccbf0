// Its types bring those of browsers, which are not those of Node: everything that is built with this one would have both.
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options: { runScripts: 'outside-only' })
    readonly window: unknown
  }
}
