import './Splash.css'

/** Stands in while the page's code or the service is on its way; invisible for the first 150 ms. */
export const Splash = () => (
  <main className="splash" id="main">
    <h1 className="visually-hidden">Loading</h1>
    <span className="spinner" role="status" aria-label="Loading" />
  </main>
)
