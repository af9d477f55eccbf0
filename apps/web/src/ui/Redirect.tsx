import { Navigate, type NavigateProps } from 'react-router'
import { Splash } from './Splash.tsx'

/** A page that is another one. Its place stays taken while the code of the other is on its way. */
export const Redirect = ({ to, state }: Pick<NavigateProps, 'to' | 'state'>) => (
  <>
    <Navigate to={to} state={state} replace />
    <Splash />
  </>
)
