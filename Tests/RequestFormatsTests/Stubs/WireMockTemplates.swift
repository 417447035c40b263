import Foundation

/// The templates rendered by both a real WireMock server and this one.
enum WireMockTemplates {
    /// The WireMock server that `scripts/servers` started.
    static let server = ProcessInfo.processInfo.environment["INSPECTOR_WIREMOCK_URL"]

    static let all: [String] = texts + numbers + lists + blanks

    private static let texts = [
        "{{trim (jsonPath request.body '$.s')}}", "{{trim '  a b  '}}", "{{trim 5}}", "{{trim ''}}",
        "{{substring 'hello' 1}}", "{{substring 'hello' 1 3}}", "{{substring 'hello' 5}}",
        "{{substring 12345 1 3}}", "{{substring (jsonPath request.body '$.t') 0 3}}",
        "{{substring parameters.text 1 2}}", "{{substring 'a😀b' 1 3}}", "{{substring '' 1}}",
        "{{replace 'a-b-c' '-' '+'}}", "{{replace 'a-b-c' '[a-z]' '.'}}", "{{replace 'a-b-c' '-' ''}}",
        "{{replace 123 '2' 'x'}}", "{{replace 'aaa' 'aa' 'b'}}", "{{replace 'abc' '' '-'}}",
        "{{replace '' 'a' 'b'}}", "{{replace request.query.none 'a' 'b'}}", "{{replace 'a.b' '.' '$1'}}",
        "{{capitalize 'hello wORLD'}}", "{{capitalize 'hello wORLD' fully=true}}", "{{capitalize ''}}",
        "{{capitalize 'hello-foo  bar'}}", "{{capitalize 5}}", "{{capitalize request.query.none}}",
        "{{regexExtract 'abc-123-45' '[0-9]+'}}", "{{{regexExtract 'abc' '[0-9]+'}}}",
        "{{regexExtract 'abc' '[0-9]+' default='none'}}", "{{regexExtract 'abc-123' '([a-z]+)-([0-9]+)'}}",
        "{{regexExtract 'abc-123' '([a-z]+)-([0-9]+)' 'parts'}}{{parts.0}}/{{parts.[1]}}",
        "{{regexExtract 'a1b2' '([0-9])(x)?' 'g'}}{{#each g}}[{{this}}]{{/each}}{{size g}}{{join g ','}}",
        "{{regexExtract request.url '/t/'}}", "{{upper (regexExtract 'xAx' '(?i)a')}}",
        "{{request.requestLine.method}} {{request.requestLine.path}} {{{request.requestLine.url}}}",
        "{{request.requestLine.pathSegments.[0]}} {{request.requestLine.pathSegments.[9]}}",
        "{{request.requestLine.query.x}}{{request.requestLine.query.x.[1]}}{{request.query.x.last}}",
        "{{request.requestLine.host}} {{request.requestLine.port}} {{{request.requestLine.baseUrl}}}",
        "{{upper (substring 'hello' 1 3)}}", "{{trim (replace ' a-b ' '-' '')}}",
    ]

    private static let numbers = [
        "{{math 1 '+' 2}}", "{{math '1' '+' '2.5'}}", "{{math 1 '-' 2}}", "{{math 3 '*' 2}}",
        "{{math 3 'x' 2}}", "{{math 7 '/' 2}}", "{{math 6 '/' 2}}", "{{math 7 '%' 4}}",
        "{{math 7.5 '%' 4}}", "{{math 0.1 '+' 0.2}}", "{{math 'a' '+' 2}}", "{{math 1.10 '+' 1}}",
        "{{math '1e3' '+' 1}}", "{{math '1e3' '*' 1}}", "{{math '1e3' '/' 3}}", "{{math 5 '/' '1e1'}}",
        "{{math ' 3 ' '+' 1}}", "{{math '5a' '+' 1}}", "{{math 7.0 '/' 2}}", "{{math 10 '/' 3}}",
        "{{math 10.00 '/' 3}}", "{{math '10.00' '/' 3}}", "{{math 1.50 '*' 2}}",
        "{{math 12345678.5 '*' 2}}", "{{math 0.0001 '*' 1}}", "{{math 2147483647 '+' 1}}",
        "{{math -7 '%' 3}}", "{{math -7 '/' 2}}", "{{math 3.0 '-' 3}}", "{{math 7 '%' 2.5}}",
        "{{math 100 '%' 2.5}}", "{{math 1 '%' 2.5}}", "{{math '0.10' '*' '0.10'}}", "{{math '5' '-' '5.00'}}",
        "{{math '-1.5' '+' 1}}", "{{math '+1.5' '+' 1}}", "{{math '.5' '+' 1}}", "{{math '5.' '+' 1}}",
        "{{math request.query.x '+' 1}}", "{{math (jsonPath request.body '$.items[1].v') '*' 2}}",
        "{{math (size request.query.x) '*' 2}}", "{{math (jsonPath request.body '$.a') '/' 2}}",
        "{{size 'abc'}} {{size ''}} {{size (jsonPath request.body '$.str')}}",
        "{{size (jsonPath request.body '$.o')}} {{size request.query}} {{size request.query.y}}",
        "{{size request.headers.X-A}} {{size request.pathSegments}} {{size request.path}} {{size 5}}",
        "{{size (jsonPath request.body '$.none')}} {{size (jsonPath request.body '$.e')}}",
    ]

    private static let lists = [
        "{{join (jsonPath request.body '$.str') ', '}}", "{{join 'a' 'b' 'c' '-'}}", "{{join 'a' ','}}",
        "{{join (jsonPath request.body '$.num') ','}}", "{{{join (jsonPath request.body '$.items') '+'}}}",
        "{{join (jsonPath request.body '$.str') ',' prefix='(' suffix=')'}}", "{{join 1 2 3 ''}}",
        "{{join request.query.x ','}} {{join request.query.y ','}} {{join request.path ','}}",
        "{{join (jsonPath request.body '$.e') '-'}}|{{join request.query.none request.method ' '}}",
        "{{join (jsonPath request.body '$.t') '-'}} {{join parameters.list '-'}}",
        "{{#each (jsonPath request.body '$.items')}}{{this.n}}={{v}};{{/each}}",
        "{{#each (jsonPath request.body '$.items') as |item|}}{{item.n}}{{#unless @last}},{{/unless}}{{/each}}",
        "{{#each (jsonPath request.body '$.items') as |item i|}}{{i}}{{item.n}}{{@index}}{{/each}}",
        "{{#each (jsonPath request.body '$.str')}}{{@index}}{{this}}{{@first}}{{@last}}{{@odd}}{{@even}}{{@index_1}}{{@key}} {{/each}}",
        "{{#each (jsonPath request.body '$.o')}}{{@key}}={{this}},{{@index}},{{@first}},{{@last}};{{/each}}",
        "{{#each (jsonPath request.body '$.o') as |v k|}}{{k}}{{v}}{{/each}}",
        "{{#each (jsonPath request.body '$.e')}}x{{else}}none{{/each}}",
        "{{#each request.query.none}}x{{else}}none{{/each}}",
        "{{#each request.query.x}}[{{this}}]{{/each}}{{#each request.query}}{{@key}}:{{this}};{{/each}}",
        "{{#each request.headers.X-A}}{{this}}{{/each}}{{#each parameters.list}}[{{this}}]{{/each}}",
        "{{#each (jsonPath request.body '$.items')}}{{request.method}}{{../request.method}}{{zzz}}{{/each}}",
        "{{#each (jsonPath request.body '$.items')}}{{#if this.n}}{{n}}{{/if}}{{#eq n 'y'}}!{{/eq}}{{/each}}",
        "{{#each (jsonPath request.body '$.deep')}}{{#each this}}{{this}}{{@index}}{{/each}};{{/each}}",
        "{{#each (jsonPath request.body '$.items')}}{{{this}}};{{upper n}}{{math v '*' 2}} {{jsonPath this '$.n'}}{{/each}}",
        "{{#each (jsonPath request.body '$.items')}}\n - {{n}}\n{{/each}}\nend",
    ]

    private static let blanks = [
        "A{{request.method}} {{~request.method~}} {{request.method}}B",
        "A{{request.method}}\n   {{~request.method~}}\n\n {{request.method}}B",
        "A{{request.method}} {{~#if request.method}} a {{/if~}} {{request.method}}B",
        "A{{request.method}} {{~{request.method}~}} {{request.method}}B",
        "x  {{~upper 'a'~}}  y", "x {{~#if request.method~}} a {{~/if~}} y",
        "{{#if request.method ~}} x {{~else~}} y {{~/if}} z",
        "[ {{#each (jsonPath request.body '$.str')~}} '{{this}}' {{~#unless @last}},{{/unless}} {{~/each}} ]",
    ]

    static let paths = [
        "$.items.size()", "$.items.length()", "$.o.length()", "$.t.length()", "$.e.length()", "$.a.length()",
        "$.items[?(@.n in ['x','z'])].v", "$.items[?(@.n nin ['x', 'z'])].v", "$.items[?(@.v in [1,3])].n",
        "$.items[?(@.v in ['1','3'])].n", "$.items[?(@.n =~ /X/i)].v", "$.items[?(@.n =~ /x|y/)].v",
        "$.items[?(@.v == '1')].n", "$.items[?(@.v == 1)].n", "$.items[?(@.v == 1.0)].n",
        "$.items[?(@.v != '1')].n", "$.items[?('1' == @.v)].n", "$.items[?(@.v > '1')].n",
        "$.L[?(@.t == 1)].i", "$.L[?(@.t == '1')].i", "$.L[?(@.t == 1.0)].i", "$.L[?(@.t == '1.0')].i",
        "$.L[?(@.t != 1)].i", "$.L[?(@.t == true)].i", "$.L[?(@.t == 'true')].i", "$.L[?(@.t == null)].i",
        "$.L[?(@.t == 'null')].i", "$.L[?(@.t == @.i)].i", "$.L[?(@.t in [1, 'x', true])].i",
        "$.L[?(@.zz in [1])].i", "$.L[?(@.zz nin [1])].i", "$.L[?(!(@.t in [1]))].i", "$.L[?(@.t in [])].i",
        "$.L[?(@.t IN [1])].i", "$.L[?(@.t in [1] && @.i > 1)].i", "$.L[?('x' in @.arr)].i",
        "$.L[?(@.t in @.arr)].i", "$.L[?(@.t in $.pool)].i", "$.L[?(@['t'] in ['x'])].i",
        "$.L[?(@.t in ['a]b','x, y'])].i", "$.L[?(@.arr.length() > 1)].i", "$.L[?(@.arr.size() == 1)].i",
        "$.L[?(@.arr.length() == '1')].i", "$.L[?(@.t.length() == 1)].i", "$.L[?(@.o.size() == 2)].i",
        "$.L[?(@.zz.length() == 0)].i", "$.L[?(@.t =~ /X/i)].i", "$.L[?(@.t =~ /[a-x]y?/i)].i",
        "$.L[?(@.t =~ /[^Y]/i)].i", #"$.L[?(@.t =~ /\d+/)].i"#, "$.L[?(@.t =~ /.*/)].i",
        "$.L[?(@.t =~ /x$/)].i", "$.L[?(@.t =~ /^x$/i)].i", "$.L[?(@.i == '1' || @.i == '2')].i",
        "$.L.size()", "$.L[?(@.t=='x')].length()", "$.L[*].length()",
    ]

    static let conditions = [
        #"{"headers": {"X-A": {"doesNotMatch": "[0-9]+"}}}"#,
        #"{"headers": {"X-A": {"doesNotContain": "a"}}}"#,
        #"{"queryParameters": {"q": {"doesNotMatch": "a"}}}"#,
        #"{"queryParameters": {"q": {"doesNotContain": "a"}}}"#,
        #"{"bodyPatterns": [{"doesNotMatch": ".*b.*"}]}"#, #"{"bodyPatterns": [{"doesNotContain": "b"}]}"#,
        #"{"cookies": {"c": {"doesNotMatch": "b"}}}"#, #"{"cookies": {"c": {"doesNotContain": "b"}}}"#,
        #"{"cookies": {"c": {"absent": true}}}"#,
        #"{"headers": {"X-A": {"and": [{"doesNotMatch": "12"}, {"doesNotContain": "b"}]}}}"#,
        #"{"headers": {"X-A": {"or": [{"equalTo": "z"}, {"doesNotContain": "b"}]}}}"#,
        #"{"bodyPatterns": [{"matchesJsonPath": {"expression": "$.a", "doesNotContain": "y"}}]}"#,
        #"{"bodyPatterns": [{"matchesJsonPath": {"expression": "$.a", "doesNotMatch": "y"}}]}"#,
        #"{"bodyPatterns": [{"matchesJsonPath": {"expression": "$.a", "absent": true}}]}"#,
        #"{"bodyPatterns": [{"matchesJsonPath": "$[?(@.t == '1')]"}]}"#,
        #"{"bodyPatterns": [{"matchesJsonPath": "$[?(@.t == 1)]"}]}"#,
        #"{"bodyPatterns": [{"matchesJsonPath": "$[?(@.l.size() == 2)]"}]}"#,
        #"{"bodyPatterns": [{"matchesJsonPath": "$[?(@.a in ['x', 'y'])]"}]}"#,
        #"{"bodyPatterns": [{"matchesJsonPath": "$[?(@.a =~ /X/i)]"}]}"#,
        #"{"bodyPatterns": [{"matchesJsonPath": {"expression": "$.l.length()", "equalTo": "2"}}]}"#,
        #"{"bodyPatterns": [{"matchesJsonPath": "$.l"}]}"#,
        #"{"bodyPatterns": [{"matchesJsonPath": "$.n"}]}"#,
        #"{"bodyPatterns": [{"matchesJsonPath": "$.o"}]}"#,
        #"{"bodyPatterns": [{"matchesJsonPath": "$..n"}]}"#,
        #"{"bodyPatterns": [{"matchesJsonPath": "$.m[*].n"}]}"#,
        #"{"bodyPatterns": [{"matchesJsonPath": "$.l[*]"}]}"#,
        #"{"bodyPatterns": [{"matchesJsonPath": "$..l"}]}"#,
        #"{"bodyPatterns": [{"matchesJsonPath": {"expression": "$..n", "equalToJson": "[null, null]"}}]}"#,
    ]

    /// Values of the header `Cookie`, from which stubs read the cookie `c`.
    static let cookies = [
        #"c="abc""#, "c=abc", #"c="a\"bc""#, #"c=a"bc""#, #"c="abc"#, #"c="""#, #"x=1; c="abc""#,
    ]
}
