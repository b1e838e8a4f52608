# The command line, for pipelines: npm run package:cli && docker build --tag ordinance .
FROM node:24-alpine
# A checkout belongs to whoever made it, and the content of bases is found in its history.
RUN apk add --no-cache git && git config --system --add safe.directory '*'
COPY --chmod=755 dist/cli-package/ordinance.cjs /usr/local/bin/ordinance
COPY dist/cli-package/LICENSE dist/cli-package/THIRD_PARTY_NOTICES.txt /usr/share/licenses/ordinance/
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["ordinance"]
CMD ["--help"]
