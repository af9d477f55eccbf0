/** True in the native app (`device/phone/is-phone.ts`), whose pages are part of the app and not served as a website. */
export const isPhone: boolean = false
