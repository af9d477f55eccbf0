/** The app's version from package.json, inserted by the build. */
declare const __APP_VERSION__: string
