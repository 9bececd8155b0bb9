// What the menu "Save" says.

const english = {
  open: 'Save',
  title: 'Save what you see',
  svg: 'Picture, SVG',
  png: 'Picture, PNG',
  json: 'Numbers, JSON',
  csv: 'Numbers, CSV',
  javascript: 'Copy as JavaScript',
  python: 'Copy as Python',
  svgHint: 'Sharp at any size; fonts by name, colours written out',
  pngHint: 'Twice as fine as the screen, less where it is very long',
  jsonHint: 'Every number of this view, not rounded',
  csvHint: 'The view’s table, for a spreadsheet',
  javascriptHint: 'The lines of the npm package that give these numbers',
  pythonHint: 'The lines of transformers that give these numbers',
  saved: (name: string) => `Saved as ${name}`,
  copied: 'Code copied',
  refused: 'The browser does not let the page copy. Here is the code:',
  failed: 'This could not be saved. Try again when the picture has settled.',
  codeLabel: 'The code',
  note: 'A picture holds the whole view, also what scrolls, up to 30,000 points each way; of the matrix what you have zoomed to. Nothing is sent anywhere: the file is made in your browser.'
}

type Words = typeof english

const chinese: Words = {
  open: '保存',
  title: '保存眼前所见',
  svg: '图片，SVG',
  png: '图片，PNG',
  json: '数字，JSON',
  csv: '数字，CSV',
  javascript: '复制为 JavaScript',
  python: '复制为 Python',
  svgHint: '放大不失真；字体写名称，颜色写明数值',
  pngHint: '精细度是屏幕的两倍，很长的图会低一些',
  jsonHint: '这个视图的全部数字，不四舍五入',
  csvHint: '这个视图的表格，可用电子表格打开',
  javascriptHint: '用 npm 包得到这些数字的几行代码',
  pythonHint: '用 transformers 得到这些数字的几行代码',
  saved: (name) => `已保存为 ${name}`,
  copied: '代码已复制',
  refused: '浏览器不允许网页写剪贴板。代码在这里：',
  failed: '没有保存成功。等图稳定之后再试一次。',
  codeLabel: '代码',
  note: '图片包含整个视图，滚动才能看到的部分也在内，每边最多 30,000 个点；矩阵则是你放大到的部分。不会发送任何内容：文件在你的浏览器里生成。'
}

export const exportWords = { en: english, zh: chinese }
