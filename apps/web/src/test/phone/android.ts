import { installPhone } from './install.ts'

export const held = installPhone('android')
