import { lazy } from 'react'
import { pages } from './pages.ts'

export const screens = {
  Login: lazy(pages.login),
  Registration: lazy(pages.registration),
  Shell: lazy(pages.shell),
  Generate: lazy(pages.generate),
  History: lazy(pages.history),
  Detail: lazy(pages.detail),
  NotFound: lazy(pages.notFound),
}
