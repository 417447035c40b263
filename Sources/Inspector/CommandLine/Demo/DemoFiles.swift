/// The sample requests of the demo, as files of a folder.
enum DemoFiles {
    static let environment = "local"

    /// Paths relative to the folder, and what stands in the files; `base` and `secure` are the sandbox's addresses.
    static func contents(base: String, secure: String) -> [(path: String, text: String)] {
        [
            ("1-start.http", start),
            ("2-retries.http", retries),
            ("3-trouble.http", trouble),
            ("4-sending.http", sending),
            ("5-tls.http", overTLS),
            ("http-client.env.json", environments(base: base, secure: secure)),
            ("mocks/mappings/orders.json", mock),
            ("bodies/order.json", order),
        ]
    }

    private static let start = """
        # Requests are separated by three hashes. The text behind them is the request's title.
        # {{base}} comes from http-client.env.json; press v to choose another environment.

        ### Hello
        GET {{base}}/hello

        ### JSON
        # @name json
        GET {{base}}/json
        Accept: application/json

        ### Slow: 1 s
        GET {{base}}/delay/1

        ### Three redirects
        GET {{base}}/redirect/3

        ### Download 3 MB
        GET {{base}}/bytes/3000000

        ### Compressed
        GET {{base}}/gzip
        Accept-Encoding: gzip

        ### Stream of 20 lines
        GET {{base}}/stream?lines=20&delay=0.2

        ### PNG image
        GET {{base}}/image

        """

    private static let retries = """
        # Comments that begin with @, between ### and the request line, say how it is sent.
        # With @retry N there are up to N further attempts; each stays visible, with its timings.

        ### Fails three times, then succeeds
        # @name flaky
        # @retry 4
        # @retry-backoff 800ms x2 max 5s
        GET {{base}}/flaky/3?key={{$uuid}}

        ### 429 with Retry-After
        # @retry 3
        GET {{base}}/flaky/2?key={{$uuid}}&code=429&retry-after=2

        ### Broken connections, retried
        # @retry 4
        # @retry-when connectionLost truncated
        # @retry-backoff 400ms x2
        GET {{base}}/flaky/3?key={{$uuid}}&how=reset

        ### POST that is retried
        # @retry 2
        # @retry-when 503
        # @retry-always
        # @retry-backoff 600ms
        POST {{base}}/flaky/1?key={{$uuid}}
        Content-Type: application/json

        { "amount": 12 }

        ### Never succeeds (X gives up, R retries)
        # @retry 20
        # @retry-backoff 3s
        GET {{base}}/status/503

        """

    private static let trouble = """
        # Things go wrong in different phases. The row says in which one, and the Timing page after how long.

        ### Timeout after 2 s
        # @timeout 2 s
        GET {{base}}/hang

        ### Hangs until you press c
        GET {{base}}/hang

        ### Truncated body
        GET {{base}}/truncated

        ### Connection reset
        GET {{base}}/reset

        ### Not HTTP
        GET {{base}}/garbage

        ### Connection refused
        GET http://127.0.0.1:1/

        ### Unknown host
        GET http://nowhere.invalid/

        ### 404 is an answer
        GET {{base}}/status/404

        ### 500 is a failure
        GET {{base}}/status/500

        """

    private static let sending = """
        # Bodies stand behind an empty line, or in a file of this folder.

        ### Create
        POST {{base}}/upload
        Content-Type: application/json

        { "name": "{{name}}", "tags": ["demo", "sample"] }

        ### Replace, from a file
        PUT {{base}}/inspect
        Content-Type: application/json

        < ./bodies/order.json

        ### Form
        POST {{base}}/inspect
        Content-Type: application/x-www-form-urlencoded

        name={{name}}&colour=blue

        ### Delete
        DELETE {{base}}/echo?code=204

        ### Basic authentication
        GET {{base}}/basic-auth/ada/lovelace
        Authorization: Basic ada:lovelace

        ### Answered by a mock
        # The mock lies in mocks/mappings/orders.json. Press M to see it, ! to switch all mocks off and on.
        GET {{base}}/orders/42

        """

    private static let overTLS = """
        # {{secure}} is the sandbox's port for HTTPS. Its certificate is signed by an authority that was made when the demo
        # began and that the demo trusts. The Connection page shows the certificates and how long they are valid.

        ### Hello over TLS
        GET {{secure}}/hello

        ### TLS closed without notice
        # The body ends where the connection ends, and TLS did not say goodbye: see the Connection page.
        GET {{secure}}/bad/T10

        ### TLS to a port for plain HTTP
        GET https://{{host}}/hello

        """

    private static let mock = """
        {
          "name": "an order",
          "request": { "method": "GET", "urlPathTemplate": "/orders/{id}" },
          "response": {
            "status": 200,
            "headers": { "Content-Type": "application/json" },
            "jsonBody": { "id": 42, "state": "shipped", "items": [{ "sku": "A-1", "count": 2 }] },
            "fixedDelayMilliseconds": 120
          }
        }

        """

    private static let order = """
        {
          "id": 42,
          "state": "open",
          "items": [{ "sku": "A-1", "count": 2 }, { "sku": "B-7", "count": 1 }]
        }

        """

    private static func environments(base: String, secure: String) -> String {
        """
        {
          "local": { "base": "\(base)", "secure": "\(secure)", "host": "\(host(of: base))", "name": "Ada" },
          "broken": { "base": "http://127.0.0.1:1", "secure": "https://127.0.0.1:1", "host": "127.0.0.1:1", "name": "Nobody" }
        }

        """
    }

    private static func host(of base: String) -> Substring {
        base.dropFirst("http://".count)
    }
}
