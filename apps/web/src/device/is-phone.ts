/** True in the app that lies on a phone (`device/phone/is-phone.ts`): its pages come from no server, and it is no website. */
export const isPhone: boolean = false
