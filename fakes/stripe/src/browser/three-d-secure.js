/** Loaded anew after each answer: the page that opened the frame is told by the last one. */
const page = await window.openedBy
document.documentElement.classList.add('dialog')
page.tell({ kind: 'ready' })
if (document.querySelector('[data-done]')) page.tell({ kind: 'done', value: 'answered' })
