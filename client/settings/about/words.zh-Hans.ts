import type * as english from './words.ts'

export const aboutWords: typeof english.aboutWords = {
  versions: '版本',
  app: '应用',
  relay: '中继',
  protocol: '协议',
  asking: '正在询问',
  noAnswer: '中继没有响应',
  install: '安装',
  installText: '安装后它像其他应用一样打开，保留你看过的内容，并在屏幕上有自己的位置。',
  docs: '文档',
  docsText:
    '文档随软件包提供：从 README.md 开始；docs/deploy.md 说明如何在 HTTPS 后部署中继；docs/security.md 说明承诺了什么、没有承诺什么。',
  licence: '许可证',
  licenceText: 'Perigee 是采用 MIT 许可证的自由软件。它包含以下他人的作品：',
}
