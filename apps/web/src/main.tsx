import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { createApp } from './app/create-app.tsx'
import { firstPage } from './app/first-page.ts'
import './ui/tokens.css'
import './ui/base.css'

try {
  const { element } = createApp()
  const root = document.getElementById('root')!
  // Keeps prerendered markup (build/prerender.ts) on screen until the page's code has loaded.
  if (root.hasChildNodes()) await firstPage
  createRoot(root).render(element(app => <BrowserRouter>{app}</BrowserRouter>))
} catch (error) {
  console.error('The app could not be started:', error)
}
