extension WireCase {
    static let definitions: [WireCase] = [
        WireCase(
            "variable-definition#definition-line #value-extent #value-whitespace #empty-value",
            "@a=1\n@b\t = \t x = y  \n@c =\nGET http://p.invalid/{{a}}\nB: {{b}}|{{c}}|",
            one("GET /1 HTTP/1.1", ["B: x = y||"])),
        WireCase(
            "variable-definition#binding-time #redefinition",
            "@a = 1\n@b = {{a}}\n@a = 2\nGET http://p.invalid/{{a}}{{b}}\n###\n@a = 3\nGET http://p.invalid/{{a}}{{b}}",
            .sent([Arrival("GET /21 HTTP/1.1"), Arrival("GET /31 HTTP/1.1")])),
        WireCase(
            "variable-definition#body-lines", "@a = 1\nPOST http://p.invalid/{{a}}\n\n@a = 2\n{{a}}",
            one("POST /1 HTTP/1.1", body: "@a = 2\n1")),
        WireCase(
            "variable-definition#document-scope", "@a = 1\n###\n###\nGET http://p.invalid/{{a}}",
            one("GET /1 HTTP/1.1")),
        WireCase("variable-definition#header-placement", "GET http://p.invalid/a\n@a = 1\nX: 1", .refused),
        WireCase(
            "variable-definition#name-case #name-grammar #name-recognition",
            "@A = 1\n@a = 2\n@2fa = 3\n@_ = 4\n@- = 5\n@a-b_C9 = 6\nGET http://p.invalid/{{A}}{{a}}{{2fa}}{{_}}{{-}}{{a-b_C9}}",
            one("GET /123456 HTTP/1.1")),
        WireCase(
            "variable-definition#reserved-characters", "@a.b = 1\nGET http://p.invalid/a", .refused,
            kindly: one("GET /a HTTP/1.1")),
        WireCase("variable-definition#definition-line", "@a b\nGET http://p.invalid/a", .refused),
        WireCase("variable-definition#definition-line", "@a b = 1\nGET http://p.invalid/a", .refused),
        WireCase(
            "variable-definition#definition-line", "@a := 1\nGET http://p.invalid/{{a}}", .refused,
            kindly: one("GET /1 HTTP/1.1")),
        WireCase(
            "variable-definition#single-pass",
            "@a = {{\n@b = }}\n@x = {{a}}x{{b}}\nPOST http://p.invalid/a\n\n{{x}}",
            one("POST /a HTTP/1.1", body: "{{x}}")),
    ]

    static let substitution: [WireCase] = [
        WireCase(
            "variable-substitution#reference-form #reference-occurrences",
            "@a = 1\n@m = POST\n{{m}} http://p.invalid/{{a}}{{a}}?{{a}}\nX-{{a}}: {{a}}{{a}}\n\n{{a}}\n{{a}}",
            one("POST /11?1 HTTP/1.1", ["X-1: 11"], body: "1\n1")),
        WireCase(
            "variable-substitution#brace-text",
            "@a = 1\nPOST http://p.invalid/a\n\n{{}}|{{ a|{a}|{{a|a}}|{{a b}}|{{{a}}}|{{#a}}|{{a.}}",
            one("POST /a HTTP/1.1", body: "{{}}|{{ a|{a}|{{a|a}}|{{a b}}|{1}|{{#a}}|{{a.}}"), kindly: .refused
        ),
        WireCase(
            "variable-substitution#brace-text: blanks inside", "@a = 1\nPOST http://p.invalid/a\n\n{{ a }}",
            one("POST /a HTTP/1.1", body: "{{ a }}"), kindly: one("POST /a HTTP/1.1", body: "1")),
        WireCase(
            "variable-substitution#comment-lines", "# {{a}}\nGET http://p.invalid/a\n// {{b}}\n# @x {{c}}",
            one("GET /a HTTP/1.1")),
        WireCase(
            "variable-substitution#definition-order #undefined-names",
            "@a = {{b}}\n@b = 1\nGET http://p.invalid/{{a}}", .refused,
            kindly: one("GET /1 HTTP/1.1")),
        WireCase(
            "variable-substitution#undefined-names: a name that is defined further down",
            "GET http://p.invalid/a?{{late}}\n###\n@late = 1\nGET http://p.invalid/b?{{late}}", .refused,
            kindly: .sent([Arrival("GET /a?1 HTTP/1.1"), Arrival("GET /b?1 HTTP/1.1")])),
        WireCase(
            "variable-substitution#undefined-names",
            "GET http://p.invalid/a\n###\nGET http://p.invalid/{{ghost}}", .refused),
        WireCase("variable-substitution#undefined-names", "POST http://p.invalid/a\n\n{{ghost}}", .refused),
        WireCase(
            "variable-substitution#document-structure",
            "@s = ###\n@c = # x\n@d = @d = 1\nPOST http://p.invalid/a\n\n{{s}}\n{{c}}\n{{d}}\nGET http://p.invalid/b",
            one("POST /a HTTP/1.1", body: "###\n# x\n@d = 1\nGET http://p.invalid/b")),
        WireCase(
            "variable-substitution#reference-escape",
            "@a = 1\nPOST http://p.invalid/a\nX: \\{\\{a\\}\\}\n\n\\{\\{a\\}\\} \\{\\{ghost\\}\\} \\{a\\} \\{{a}} {{a}}\\",
            one("POST /a HTTP/1.1", ["X: {{a}}"], body: "{{a}} {{ghost}} \\{a\\} \\1 1\\")),
        WireCase(
            "variable-substitution#resolved-interpretation #whole-line-reference",
            "@u = http://p.invalid/a\n{{u}}\n###\n@l = PUT http://p.invalid/b HTTP/1.0\n{{l}}",
            .sent([Arrival("GET /a HTTP/1.1"), Arrival("PUT /b HTTP/1.0")])),
        WireCase(
            "variable-substitution#resolved-interpretation: a version",
            "@v = HTTP/1.0\nGET http://p.invalid/a {{v}}", one("GET /a HTTP/1.0"),
            kindly: one("GET /a%20HTTP/1.0 HTTP/1.1")),
        WireCase(
            "variable-substitution#resolved-interpretation: too much",
            "@a = a b\nGET http://p.invalid/{{a}}", .refused, kindly: one("GET /a%20b HTTP/1.1")),
        WireCase(
            "variable-substitution#resolved-interpretation: fields",
            "@f = X: 1\n@n = Y:\nGET http://p.invalid/a\n{{f}}\n{{n}} 2\nZ-{{n}} 3",
            one("GET /a HTTP/1.1", ["X: 1", "Y: 2", "Z-Y: 3"])),
        WireCase(
            "variable-substitution#resolved-interpretation: fields", "@f = X\nGET http://p.invalid/a\n{{f}}",
            .refused),
        WireCase(
            "variable-substitution#method-position", "@m = FROB\n{{m}} http://p.invalid/a",
            one("FROB /a HTTP/1.1")),
    ]

    static let supplied: [WireCase] = [
        WireCase(
            "dynamic-variables#reference-positions dynamic-variable-names#timestamp",
            "@t = {{$timestamp}}\nPOST http://p.invalid/{{$timestamp}}\nX: {{$timestamp}}\n\n{{$timestamp}} {{t}}",
            one("POST /1795206852 HTTP/1.1", ["X: 1795206852"], body: "1795206852 1795206852")),
        WireCase(
            "dynamic-variable-names#uuid #random-int", "POST http://p.invalid/a\n\n{{$uuid}} {{$randomInt}}",
            one("POST /a HTTP/1.1", body: "01234567-89ab-4def-8123-456789abcdef 1000")),
        WireCase(
            "dynamic-variables#reserved-namespace #undefined-by-design",
            "@$timestamp = 1\nGET http://p.invalid/{{$timestamp}}", one("GET /1795206852 HTTP/1.1")),
        WireCase("dynamic-variables#unsupplied-names", "GET http://p.invalid/{{$ghost}}", .refused),
        WireCase(
            "dynamic-variables#reference-form", "POST http://p.invalid/a\n\n{{ $uuid }}{{$randomInt 1 2}}",
            one("POST /a HTTP/1.1", body: "{{ $uuid }}{{$randomInt 1 2}}"),
            kindly: one("POST /a HTTP/1.1", body: "01234567-89ab-4def-8123-456789abcdef1")),
        WireCase(
            "response-chaining#unmatched-name", "GET http://p.invalid/{{ghost.response.body}}", .refused),
    ]
}
