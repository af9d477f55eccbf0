import './Splash.css'

/** Shown while the code of a page or its first data loads. Hidden for the first 150 ms. */
export const Splash = () => (
  <main className="splash" id="main">
    <h1 className="visually-hidden">Loading</h1>
    <span className="spinner" role="status" aria-label="Loading" />
  </main>
)
