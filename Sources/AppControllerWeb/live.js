// Keeps the page as the server shows it, and posts what the user does. Without it, the page works by its forms.
'use strict'
const $ = id => document.getElementById(id)
const say = (place, text) => { $(place).textContent = text }
const typed = new Set()
let stream, timer, focusID = document.querySelector('[autofocus]')?.id

// Makes an element like a wanted one. An element keeps its identity, and what the user has typed since the last post.
const morph = (now, wanted, ids) => {
  if (wanted.hasAttribute('same')) return
  const [text, mark] = [now.defaultValue, now.defaultChecked]
  for (const { name } of [...now.attributes]) if (!wanted.hasAttribute(name)) now.removeAttribute(name)
  for (const { name, value } of wanted.attributes) if (now.getAttribute(name) !== value) now.setAttribute(name, value)
  let last = null
  const next = () => last ? last.nextSibling : now.firstChild
  for (const child of wanted.childNodes) {
    let found = child.id ? ids.get(child.id) : next()
    if (found?.nodeName !== child.nodeName || !child.id && found.id) found = child.cloneNode()
    if (found !== next()) now.insertBefore(found, next())
    if (child.nodeType === 1) morph(found, child, ids)
    else if (found.nodeValue !== child.nodeValue) found.nodeValue = child.nodeValue
    last = found
  }
  while (next()) next().remove()
  if (text === undefined || typed.has(now)) return
  if (now.defaultValue !== text) now.value = now.defaultValue
  if (now.defaultChecked !== mark) now.checked = now.defaultChecked
}

// Lets a picture of the old interface leave while the new one arrives.
const play = ({ style, time, delay }) => {
  const [face, stage] = [$('face'), $('face').parentNode]
  const old = face.cloneNode(true)
  for (const e of [old, ...old.querySelectorAll('[id],[name]')]) for (const n of ['id', 'name', 'form']) e.removeAttribute(n)
  old.className = 'picture'
  old.inert = true
  old.setAttribute('aria-hidden', true)
  stage.append(old)
  stage.classList.add('stage', style)
  stage.style.setProperty('--time', time)
  stage.style.setProperty('--delay', delay)
  setTimeout(() => { old.remove(); stage.classList.remove('stage', style) }, parseInt(time) + parseInt(delay))
}

const patch = html => {
  const { content } = Object.assign(document.createElement('template'), { innerHTML: html })
  const [face, focused, wanted] = [$('face'), document.activeElement, content.querySelector('#face')]
  const { selectionStart: start, selectionEnd: end } = focused
  const isOther = wanted && wanted.dataset.epoch !== face.dataset.epoch
  if (wanted?.dataset.style && wanted.dataset.interface !== face.dataset.interface) play(wanted.dataset)
  if (isOther) {
    // Another run of the server: its identities say nothing about these elements, but the entries are kept.
    face.replaceWith(wanted)
    for (const old of face.querySelectorAll('input:not([type=hidden]),textarea')) {
      const same = [...wanted.querySelectorAll(old.localName)].find(e => e.name === old.name && (e.type === old.type)
        && (old.type !== 'radio' && old.type !== 'checkbox' || e.value === old.value))
      if (same) [same.value, same.checked] = [old.value, old.checked]
    }
    if (wanted.querySelector('form')) post(wanted.querySelector('form'))
  } else {
    const ids = new Map([...document.querySelectorAll('[id]')].map(e => [e.id, e]))
    for (const e of [...content.children]) if (ids.has(e.id)) morph(ids.get(e.id), e, ids)
  }
  const { title } = $('face').dataset
  document.title = title
  document.documentElement.lang = $('face').lang
  document.documentElement.dir = $('face').dir
  const auto = document.querySelector('#face [autofocus]')
  if (auto && auto.id !== focusID) auto.focus()
  else if (focused !== document.body && !focused.isConnected) {
    const heading = [...document.querySelectorAll('#face h1,#face [role=dialog] h2')].pop()
    if (heading) { heading.tabIndex = -1; heading.focus() }
  } else if (document.activeElement !== focused) {
    focused.focus({ preventScroll: true })
    if (start != null) try { focused.setSelectionRange(start, end) } catch { }
  }
  focusID = auto?.id
}

// Sends a form. Without a button, what was typed is sent, and of a secret only that there is one.
const post = async (form, button) => {
  clearTimeout(timer)
  const data = new URLSearchParams(new FormData(form, button))
  if (!button) for (const e of form.elements) if (e.type === 'password') {
    data.delete(e.name)
    if (e.value) data.append(':filled', e.name)
  }
  typed.clear()
  try {
    const answer = await fetch('./', { method: 'POST', body: data, headers: { Accept: 'text/plain' } })
    say('alert', answer.ok ? '' : await answer.text())
  } catch { say('alert', 'The server cannot be reached. What you have entered is kept.') }
}

const open = () => {
  stream = new EventSource('./events')
  stream.onmessage = ({ data }) => patch(data)
  stream.onopen = () => say('status', '')
  stream.onerror = () => say('status', stream.readyState === 2 ? 'The page is not live any more. Load it again.'
    : 'The connection is lost. Trying again\u2026')
}

document.addEventListener('submit', e => { e.preventDefault(); post(e.target, e.submitter) })
document.addEventListener('input', ({ target }) => {
  typed.add(target)
  clearTimeout(timer)
  timer = setTimeout(() => post(target.form), 150)
})
document.addEventListener('visibilitychange', () => document.hidden ? stream.close() : open())
open()
