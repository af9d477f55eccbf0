import type * as browsers from '../is-phone.ts'

export const isPhone: boolean = true

isPhone satisfies typeof browsers.isPhone
