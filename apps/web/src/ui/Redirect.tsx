import { Navigate, type NavigateProps } from 'react-router'
import { Splash } from './Splash.tsx'

/** Redirects to another page, and shows the splash while its code loads. */
export const Redirect = ({ to, state }: Pick<NavigateProps, 'to' | 'state'>) => (
  <>
    <Navigate to={to} state={state} replace />
    <Splash />
  </>
)
