/** Whether the clipboard can be read. The browser or the user may still deny it. */
export const canPaste = (): boolean => typeof navigator.clipboard?.readText === 'function'
