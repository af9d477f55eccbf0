import { installPhone } from './install.ts'

export const installedPhone = installPhone('android')
