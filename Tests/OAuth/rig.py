"""An authorization server for the tests: django-oauth-toolkit behind TLS, in this process.

It adds what the toolkit leaves out: slow_down for polls that come too early, and an end for codes that are polled.
"""
import contextlib
import io
import ssl
import sys
import threading
from datetime import datetime, timedelta, timezone
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import django
from django.conf import settings

CLIENT, WEB_CLIENT, USER, PASSWORD = "kitten-cli", "kitten-web", "kitty", "meow1234"
requests = []  # (time, method, path, status)


class Handler(WSGIRequestHandler):
    def log_message(self, *arguments):
        pass

    def handle(self):
        try:
            super().handle()
        except (OSError, ssl.SSLError):
            pass


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True

    def handle_error(self, *arguments):
        pass


def _quietly(function, *arguments, **options):
    with contextlib.redirect_stdout(io.StringIO()):
        function(*arguments, **options)


def configure(folder, base, interval, lifetime):
    key = open(f"{folder}/oidc.pem").read()
    settings.configure(
        SECRET_KEY="not a secret: this server lives for a test", ALLOWED_HOSTS=["127.0.0.1", "localhost"], USE_TZ=True,
        ROOT_URLCONF=__name__, LOGIN_URL="/admin/login/", DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": f"{folder}/db.sqlite",
                               "OPTIONS": {"timeout": 20}}},
        INSTALLED_APPS=["django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes",
                        "django.contrib.sessions", "django.contrib.messages", "oauth2_provider"],
        MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware",
                    "django.middleware.csrf.CsrfViewMiddleware",
                    "django.contrib.auth.middleware.AuthenticationMiddleware",
                    "django.contrib.messages.middleware.MessageMiddleware"],
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {
            "context_processors": ["django.template.context_processors.request",
                                   "django.contrib.auth.context_processors.auth",
                                   "django.contrib.messages.context_processors.messages"]}}],
        OAUTH2_PROVIDER={
            "SCOPES": {"openid": "id", "read": "Read", "write": "Write"}, "DEFAULT_SCOPES": ["read"],
            "OAUTH_DEVICE_VERIFICATION_URI": f"{base}/o/device/",
            "OAUTH_DEVICE_VERIFICATION_URI_COMPLETE": lambda code: f"{base}/o/device/?user_code={code}",
            "DEVICE_FLOW_INTERVAL": interval, "ACCESS_TOKEN_EXPIRE_SECONDS": lifetime,
            "ROTATE_REFRESH_TOKEN": True, "REFRESH_TOKEN_REUSE_PROTECTION": True, "PKCE_REQUIRED": True,
            "OIDC_ENABLED": True, "OIDC_ISS_ENDPOINT": f"{base}/o", "OIDC_RSA_PRIVATE_KEY": key,
            "ALLOWED_REDIRECT_URI_SCHEMES": ["http", "https"],
            "OAUTH2_VALIDATOR_CLASS": f"{__name__}.Validator"})
    django.setup()
    from django.core.management import call_command
    call_command("migrate", verbosity=0)
    from django.contrib.auth import get_user_model
    get_user_model().objects.create_superuser(USER, "kitty@example.com", PASSWORD)
    device = "urn:ietf:params:oauth:grant-type:device_code"
    _quietly(call_command, "createapplication", "public", device, "--client-id", CLIENT, "--algorithm", "RS256", verbosity=0)
    _quietly(call_command, "createapplication", "public", "authorization-code", "--client-id", WEB_CLIENT, "--algorithm", "RS256",
                 "--redirect-uris", "http://127.0.0.1/callback", verbosity=0)
    _make_urls()


def _make_urls():
    from django.contrib import admin
    from django.http import JsonResponse
    from django.urls import include, path
    from django.views.decorators.csrf import csrf_exempt
    from oauth2_provider.models import get_device_grant_model
    from oauth2_provider.oauth2_validators import OAuth2Validator
    from oauth2_provider.settings import oauth2_settings
    from oauth2_provider.urls import metadata_urlpatterns
    from oauth2_provider.views import TokenView
    last, extra = {}, {}

    class Token(TokenView):
        def device_flow_token_response(self, request, code, *arguments, **options):
            model = get_device_grant_model()
            grant = model.objects.filter(device_code=code).first()
            now = datetime.now(timezone.utc)
            if grant and grant.status == model.AUTHORIZATION_PENDING:
                grant.is_expired()
                before, last[code] = last.get(code), now
                wanted = oauth2_settings.DEVICE_FLOW_INTERVAL + extra.get(code, 0) - 0.2
                if before and now - before < timedelta(seconds=wanted):
                    extra[code] = extra.get(code, 0) + 5
                    return JsonResponse({"error": "slow_down"}, status=400)
            return super().device_flow_token_response(request, code, *arguments, **options)

    class Validator(OAuth2Validator):
        oidc_claim_scope = None

        def get_additional_claims(self, request):
            return {"name": "Kitty Cat", "preferred_username": request.user.username}

    this = sys.modules[__name__]
    this.Validator = Validator
    this.urlpatterns = [
        path("admin/", admin.site.urls), path("o/token/", csrf_exempt(Token.as_view())),
        path("o/", include("oauth2_provider.urls", namespace="oauth2_provider")),
        path("", include((metadata_urlpatterns, "metadata")))]


def start(folder, interval=1, lifetime=3600):
    """Starts the server; its issuer is returned."""
    from django.core.wsgi import get_wsgi_application
    holder = []

    def application(environ, begin):
        def counted(status, *rest):
            requests.append((datetime.now().timestamp(), environ["REQUEST_METHOD"], environ["PATH_INFO"], status[:3]))
            return begin(status, *rest)
        environ["wsgi.url_scheme"] = "https"
        return holder[0](environ, counted)

    server = make_server("127.0.0.1", 0, application, server_class=Server, handler_class=Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{folder}/server.crt", f"{folder}/server.key")
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    base = f"https://127.0.0.1:{server.server_port}"
    configure(folder, base, interval, lifetime)
    holder.append(get_wsgi_application())
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"{base}/o"
