import { texts } from './texts.ts'
import './splash.css'

/** Stands in while the page's code or the service is on its way; invisible for the first 150 ms. */
export const Splash = () => (
  <div className="splash" role="status" aria-label={texts.loading}>
    <span className="spinner" aria-hidden="true" />
  </div>
)
