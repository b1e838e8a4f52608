# The command line, for pipelines: npm run package:cli && docker build --tag ordinance .
FROM node:24-alpine
# A checkout belongs to whoever made it, and the content of bases is found in its history.
RUN apk add --no-cache git && git config --system --add safe.directory '*'
COPY dist/cli-package /usr/local/lib/ordinance
RUN ln -s /usr/local/lib/ordinance/ordinance.cjs /usr/local/bin/ordinance
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["ordinance"]
CMD ["--help"]
