// The three engines that browsers have, each driven by what it speaks itself: found, opened and used in one way.
import { findChromium, launch, openPage } from './browser.mjs'
import { findFirefox, openFirefox } from './firefox.mjs'
import { findWebKit, openWebKit } from './webkit.mjs'

async function openChromium(program, { dark, ...viewport }) {
  const browser = await launch(program)
  const { page, faults } = await openPage(browser, '', { viewport, colorScheme: dark ? 'dark' : 'light' })
  return {
    version: browser.version(),
    goto: (url) => page.goto(url),
    run: (expression) => page.evaluate(expression),
    type: (text) => page.keyboard.type(text),
    faults: () => faults,
    close: () => browser.close()
  }
}

const engine = (name, program, open) => ({
  name,
  /** Why its tests are skipped, or false. */
  skip: program ? false : `no ${name} on this machine`,
  /**
   * Opens one tab of `width` by `height` pixels, in the dark where asked. Gives { version, goto(url), run(expression),
   * type(text), faults(): what the page complained of, close() }.
   */
  open: (options) => open(program, options)
})

export const engines = [
  engine('Chromium', findChromium(), openChromium),
  engine('Firefox', findFirefox(), openFirefox),
  engine('WebKit', findWebKit(), openWebKit)
]
