/** Adds haptic feedback to a tap handler. Does nothing in browsers. */
export const withHaptics = <T extends () => void>(act: T): T => act
