/** Whether a press can bring what was copied elsewhere; the browser may still refuse it. */
export const canPaste = (): boolean => typeof navigator.clipboard?.readText === 'function'
