// What Tests/Serve/browsers.py asks a page; it runs in the browser, beside the page's own script.
const plain = text => (text ?? '').replace(/\s+/g, ' ').trim()
const shown = e => e.checkVisibility({ visibilityProperty: true }) && !e.closest('[inert]')

const nameOf = e => {
  const words = ids => ids.split(/\s+/).map(id => document.getElementById(id)?.textContent).join(' ')
  const said = e.getAttribute('aria-labelledby')
  if (said) return plain(words(said))
  if (e.ariaLabel) return plain(e.ariaLabel)
  if (e.labels?.length) return plain([...e.labels].map(label => label.textContent).join(' '))
  return plain(e.textContent || e.alt || e.title)
}

// The element with an id, a name of a control, or a name as it is said; the last one that can be used.
const find = (kinds, wanted) => {
  const all = [...document.querySelectorAll(kinds)].filter(shown)
  const first = test => all.findLast(test)
  return first(e => e.id === wanted) ?? first(e => nameOf(e) === wanted) ?? first(e => e.name === wanted)
    ?? first(e => nameOf(e).startsWith(wanted + ' '))
}

const FIELDS = 'input:not([type=hidden]), textarea, select'
const BUTTONS = 'button, a[href], summary, [type=submit], [type=checkbox], [type=radio], label'

// The middle of an element; null while something else is there, as during a transition.
const placeOf = e => {
  e.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const { left, top, width, height } = e.getClientRects()[0] ?? e.getBoundingClientRect()
  const place = { x: left + width / 2, y: top + height / 2 }
  return e.contains(document.elementFromPoint(place.x, place.y)) ? place : null
}

const describe = e => e && e !== document.body
  ? { id: e.id, tag: e.localName, name: nameOf(e), field: e.name ?? '', value: e.value ?? null,
      from: e.selectionStart ?? null, to: e.selectionEnd ?? null }
  : null

const ask = {
  text: () => plain(document.body?.innerText),
  field: wanted => {
    const e = find(FIELDS, wanted)
    if (!e) return null
    e.focus()
    e.select?.()
    return { type: e.type, value: e.value }
  },
  value: wanted => { const e = find(FIELDS, wanted); return e ? (/^(checkbox|radio)$/.test(e.type) ? e.checked : e.value) : null },
  place: wanted => { const e = find(BUTTONS, wanted) ?? find('*', wanted); return e ? placeOf(e) : null },
  has: wanted => !!find(BUTTONS, wanted),
  usable: wanted => { const e = find(BUTTONS, wanted); return !!e && !e.disabled && e.ariaDisabled !== 'true' },
  focus: () => describe(document.activeElement),
  select: (from, to) => document.activeElement.setSelectionRange(from, to),
  scroll: y => { if (y != null) scrollTo(0, y); return scrollY },
  width: () => [document.documentElement.scrollWidth, innerWidth],
  status: () => plain(document.querySelector('[role=status]')?.innerText),
  alert: () => plain([...document.querySelectorAll('[role=alert]')].map(e => e.innerText).join(' ')),
  // Whether the page does not say that it works.
  idle: () => !document.querySelector('.wait'),
  // Whether nothing moves, but what moves for ever.
  still: () => document.getAnimations().every(each => each.effect?.getComputedTiming().iterations === Infinity),
  // Another window is put in front of this one, or this one in front again.
  hide: isHidden => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
    document.dispatchEvent(new Event('visibilitychange'))
  },
  ready: () => document.readyState,
  href: () => location.href,
  media: query => matchMedia(query).matches,
  html: () => document.querySelector('#face')?.outerHTML ?? document.body.outerHTML,
}
