import FoundationEssentials

extension Route {
    static var fixed: [Route] {
        [
            Route("/hello", "a line of text") { _ in .text("Hello, world!\n") },
            Route("/json", "a JSON document") { _ in .text(json, type: "application/json") },
            Route("/html", "a page") { _ in .text(html, type: "text/html; charset=utf-8") },
            Route("/xml", "an XML document") { _ in .text(xml, type: "application/xml") },
            Route("/image", "a PNG image of 48 by 32 pixels") { _ in
                .bytes(Array(Data(base64Encoded: png) ?? Data()), type: "image/png")
            },
        ]
    }

    private static let json = """
        {
          "title": "Sample slide show",
          "author": { "name": "Ada Lovelace", "born": 1815, "online": false },
          "slides": [
            { "title": "Wake up to WonderWidgets!", "seconds": 12.5, "tags": ["all", "intro"] },
            { "title": "Grüße, 世界", "seconds": 30, "tags": [] }
          ],
          "next": null
        }

        """

    private static let html = """
        <!DOCTYPE html>
        <html lang="en">
        <head><meta charset="utf-8"><title>Sandbox</title></head>
        <body>
          <h1>Sandbox</h1>
          <p>A page with a <a href="/hello">link</a> and an image: <img src="/image" alt="a sunset"></p>
        </body>
        </html>

        """

    private static let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <slideshow title="Sample slide show" author="Ada Lovelace">
          <slide type="all"><title>Wake up to WonderWidgets!</title></slide>
          <slide type="intro"><title>Grüße, 世界</title></slide>
        </slideshow>

        """

    private static let png = """
        iVBORw0KGgoAAAANSUhEUgAAADAAAAAgCAMAAABjCgsuAAAAD1BMVEUmRlMqnY/pxGr0omHnb1EN5I05AAAAMklEQVR42mNg\
        GP6ACQJIVU+0DiYmEnWMaqBJPJAe01gAI4lgZGpgJhEMCw0sJILhoAEASlQIi/GF0zcAAAAASUVORK5CYII=
        """
}
